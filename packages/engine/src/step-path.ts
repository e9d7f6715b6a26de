import type { StepInstance } from './schedule/step-instance.ts'
import type { Scope } from './scope.ts'

/** The path of a step. */
export function pathOf(scope: Pick<Scope, 'prefix'>, instance: StepInstance): string {
  return `${scope.prefix}${instance.segment}`
}
