/** Calls back once the canvas knows a size that it was just given: it learns of it in the frame after. */
export function afterLayout(work: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(work))
}
