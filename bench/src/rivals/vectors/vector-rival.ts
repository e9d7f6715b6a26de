/** What a vector database of others is asked, in a process of its own. */
export interface RivalVectorsStart {
  /** How many of the known entries it holds. */
  entries: number
  /** How many of the known questions it is asked, and for how many entries each. */
  questions: number
  nearest: number
  /** A folder for its data. */
  folder: string
  /** Where its package lies, if not among ours. */
  packages?: string
}

/** What it found, and how long each question took in the process itself, without HTTP and without an embedding. */
export interface RivalVectorsFound {
  found: number[][]
  times: number[]
  /** Taking in and indexing, in seconds. */
  fillSeconds: number
}

/** Asks each question once to warm up what there is, then once to be timed. */
export async function timeQuestions(
  questions: number,
  ask: (question: number) => Promise<number[]>,
): Promise<Pick<RivalVectorsFound, 'found' | 'times'>> {
  const found: number[][] = []
  const times: number[] = []
  for (let n = 0; n < questions; n++) await ask(n)
  for (let n = 0; n < questions; n++) {
    const begun = performance.now()
    found.push(await ask(n))
    times.push(performance.now() - begun)
  }
  return { found, times }
}
