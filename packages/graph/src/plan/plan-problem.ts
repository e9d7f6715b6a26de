import { type Problem, type ProblemCode, RunnelError } from '@runnel/contract'

/** Something that makes a run impossible. */
export function makeRefusal(
  code: ProblemCode,
  message: string,
  place: { nodeId?: string; edgeId?: string } = {},
): Problem {
  return { code, severity: 'error', message, ...place }
}

/** Throws the problems as one coded error; its message is the first one's. Does nothing when there are none. */
export function refuseRun(problems: readonly Problem[]): void {
  const [first] = problems
  if (!first) return
  throw new RunnelError('invalid_flow', first.message, {
    issues: problems.map((problem) => ({
      path: problem.nodeId ?? problem.edgeId ?? '',
      message: problem.message,
    })),
  })
}
