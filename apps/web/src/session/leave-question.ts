/** Work on a page that would be lost, and the question before that. */
export interface PageWork {
  mayBeLost: () => boolean
  /** Asks the person; true where the page may be left. */
  ask: () => Promise<boolean>
  /** The person said that it may be lost: nothing asks for it again while this page stands. */
  release: () => void
}

const works = new Set<PageWork>()

/** A page with work on it is asked before it is left. Call the result when the page is gone. */
export function keepWork(work: PageWork): () => void {
  works.add(work)
  return () => void works.delete(work)
}

/**
 * Asks before something begins that takes the page away and cannot be taken back: a switch of the workspace, the end of
 * the session. True where nothing would be lost, or the person agreed; no other question follows then.
 */
export async function mayLeavePage(): Promise<boolean> {
  const kept = [...works].filter((work) => work.mayBeLost())
  for (const work of kept) if (!(await work.ask())) return false
  for (const work of kept) work.release()
  return true
}

/** Nothing asks any more before the page is left: the person said that what is on it may be lost. */
export function releasePage(): void {
  for (const work of works) work.release()
}
