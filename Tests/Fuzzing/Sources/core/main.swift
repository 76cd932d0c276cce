import CoreFuzzing
import FuzzDriver

fuzz(FuzzProperties.all)
