import type { Problem, ProblemCode } from '@runnel/contract'

/** Takes the problems that an import meets, in the order in which it meets them. */
export type Report = (problem: Problem) => void

/** Where a problem is. */
export interface ProblemPlace {
  nodeId?: string
  edgeId?: string
  param?: string
}

/** Makes the three kinds of findings of an import. */
export function makeProblem(
  severity: Problem['severity'],
  code: ProblemCode,
  finding: ProblemPlace & { message: string },
): Problem {
  return { code, severity, ...finding }
}
