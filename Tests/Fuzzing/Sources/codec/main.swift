import CodecFuzzing
import FuzzDriver

fuzz(FuzzProperties.all)
