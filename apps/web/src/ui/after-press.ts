/**
 * Does something once no pointer is pressed: at once, or after its release. What moves between press and release gets no
 * click, so that nothing may move then.
 */
export function afterPress(work: () => void): void {
  if (!document.documentElement.matches(':active')) {
    work()
    return
  }
  const released = new AbortController()
  const finish = () => {
    released.abort()
    // The click comes right after the release.
    setTimeout(work)
  }
  for (const type of ['mouseup', 'pointercancel', 'dragend'])
    window.addEventListener(type, finish, { capture: true, signal: released.signal })
}
