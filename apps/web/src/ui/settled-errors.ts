import { create } from 'zustand'

const settled = new WeakSet<object>()
const useSettling = create<{ count: number }>()(() => ({ count: 0 }))

/** What these errors told is over: notes of them go from the screen. */
export function settleErrors(errors: readonly unknown[]): void {
  const known = errors.filter((error): error is object => typeof error === 'object' && error !== null)
  if (known.length === 0) return
  for (const error of known) settled.add(error)
  useSettling.setState(({ count }) => ({ count: count + 1 }))
}

/** Whether what an error told is over; looked at again whenever something is settled. */
export function useIsSettled(error: unknown): boolean {
  useSettling()
  return typeof error === 'object' && error !== null && settled.has(error)
}
