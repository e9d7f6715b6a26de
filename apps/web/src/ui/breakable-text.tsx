import { Fragment } from 'react'
import { splitForLines } from './split-for-lines.ts'

/** A name or an address in a column: where it does not fit a line it goes on after a mark, not within a word. */
export function BreakableText({ text }: { text: string }) {
  return splitForLines(text).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same parts may come twice, and have no state.
    <Fragment key={at}>
      {at > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
}
