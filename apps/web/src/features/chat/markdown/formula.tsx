import { lazyPart } from '../../../ui/lazy-part.tsx'

const DrawnFormula = lazyPart(async () => (await import('./drawn-formula.tsx')).DrawnFormula, {
  waiting: ({ tex }) => <code>{tex}</code>,
})

/** No formula that is meant to be read is longer; drawing one takes time. */
const LONGEST = 4_000

interface FormulaProps {
  tex: string
  /** On a line of its own, in its full size. */
  display: boolean
}

/** TeX as a formula; as it is written until what draws it is there. */
export function Formula({ tex, display }: FormulaProps) {
  if (tex.length > LONGEST) return <code>{tex}</code>
  return <DrawnFormula tex={tex} display={display} />
}
