/** What a connection answers to somebody who wants its rows one by one. */
export function refuseStream(): AsyncIterableIterator<never> {
  throw new Error('Rows are not streamed: ask for a page.')
}
