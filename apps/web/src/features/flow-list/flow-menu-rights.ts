import type { FlowListKind } from './flow-kind.ts'

/** Which permission each entry of a flow's menu asks for. */
export function flowMenuRights(kind: FlowListKind) {
  return {
    rename: `${kind}:update`,
    duplicate: `${kind}:duplicate`,
    export: `${kind}:export`,
    template: 'templates:flowexport',
    delete: `${kind}:delete`,
  } as const
}
