import type { Problem, ProblemCode } from '@runnel/contract'
import { fillText, type PlacesOf } from './fill-text.ts'
import { PROBLEM_TEXTS } from './problem-texts.ts'

type Text<Code extends ProblemCode> = (typeof PROBLEM_TEXTS)[Code]

/** Where a problem is. */
export interface ProblemPlace {
  nodeId?: string
  edgeId?: string
  /** Path of the param inside the node. */
  param?: string
}

/** Where a problem is, with every detail that the text of its code names. */
export type Finding<Code extends ProblemCode> = ProblemPlace &
  ([PlacesOf<Text<Code>>] extends [never]
    ? { details?: never }
    : { details: Record<PlacesOf<Text<Code>>, string | number> })

/** Makes a problem; its message is the English text of its code. */
export function makeProblem<Code extends ProblemCode>(
  severity: Problem['severity'],
  code: Code,
  finding: Finding<Code>,
): Problem {
  return { code, severity, message: fillText(PROBLEM_TEXTS[code], finding.details ?? {}), ...finding }
}
