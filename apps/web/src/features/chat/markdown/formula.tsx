import { lazy, Suspense } from 'react'

const DrawnFormula = lazy(async () => ({ default: (await import('./drawn-formula.tsx')).DrawnFormula }))

/** No formula that is meant to be read is longer; drawing one takes time. */
const LONGEST = 4_000

interface FormulaProps {
  tex: string
  /** On a line of its own, in its full size. */
  display: boolean
}

/** TeX as a formula; as it is written until what draws it is there. */
export function Formula({ tex, display }: FormulaProps) {
  const written = <code>{tex}</code>
  if (tex.length > LONGEST) return written
  return (
    <Suspense fallback={written}>
      <DrawnFormula tex={tex} display={display} />
    </Suspense>
  )
}
