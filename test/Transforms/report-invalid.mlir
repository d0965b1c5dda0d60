// RUN: not fused-opt %s --fused-report=format=xml 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FORMAT
// RUN: not fused-opt %s --fused-report=numerics=sloppy 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NUMERICS
// RUN: not fused-opt %s --fused-report=file=x 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPTION
// RUN: not fused-opt %s --fused-report=output=%t.missing/report.txt 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OUTPUT --implicit-check-not=note:
// RUN: not fused-opt %s --fused-report=output=/dev/full 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FULL --implicit-check-not=note:

// FORMAT: Cannot find option named 'xml'
// NUMERICS: Cannot find option named 'sloppy'
// OPTION: no such option file
// OUTPUT: error: fused-report: {{.*}}.missing/report.txt: No such file or directory
// FULL: error: fused-report: /dev/full: No space left on device
