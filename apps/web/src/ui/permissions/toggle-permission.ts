import { viewBehind } from '@runnel/contract'

/** What is chosen after one box was pressed, and what went with it. */
export interface Toggled {
  chosen: string[]
  /** The permission to look that is chosen as well. */
  added?: string
  /** Those that were dropped with the permission to look. */
  dropped?: string[]
}

/**
 * Chooses a permission or drops it. With `needsView` what changes a thing comes with the permission to look at it, as far
 * as that can be given, and goes with it.
 */
export function togglePermission(
  chosen: readonly string[],
  key: string,
  { offered, needsView }: { offered: readonly string[]; needsView: boolean },
): Toggled {
  const isDropped = chosen.includes(key)
  const next = isDropped ? chosen.filter((each) => each !== key) : [...chosen, key]
  if (!needsView) return { chosen: next }
  if (isDropped) {
    const dropped = next.filter((each) => viewBehind(each) === key)
    return dropped.length === 0
      ? { chosen: next }
      : { chosen: next.filter((each) => !dropped.includes(each)), dropped }
  }
  const view = viewBehind(key)
  if (view === undefined || next.includes(view) || !offered.includes(view)) return { chosen: next }
  return { chosen: [...next, view], added: view }
}

/** Of what is chosen, what is of no use: the permission to look at it is missing. */
export function listWithoutView(chosen: readonly string[]): string[] {
  return chosen.filter((key) => {
    const view = viewBehind(key)
    return view !== undefined && !chosen.includes(view)
  })
}
