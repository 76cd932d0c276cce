import ScannerFuzzing
import FuzzDriver

fuzz(FuzzProperties.all)
