; Stands for CUDA's library of functions.
define float @__nv_powif(float %x, i32 %n) {
  ret float %x
}
