#include "Code.h"
