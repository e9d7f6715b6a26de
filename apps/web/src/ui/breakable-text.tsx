import { Fragment } from 'react'
import { splitForLines } from './split-for-lines.ts'

/** A name or an address in a column: where it does not fit a line it goes on after a mark, not within a word. */
export function BreakableText({ text }: { text: string }) {
  let begin = 0
  const parts = splitForLines(text).map((part) => {
    const placed = { part, begin }
    begin += part.length
    return placed
  })
  return parts.map((each) => (
    <Fragment key={each.begin}>
      {each.begin > 0 ? <wbr /> : null}
      {each.part}
    </Fragment>
  ))
}
