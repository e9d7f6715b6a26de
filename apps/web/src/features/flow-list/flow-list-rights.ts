import { passesPermission } from '@runnel/access'
import { useViewer } from '../../session/use-viewer.ts'
import type { FlowListKind } from './flow-kind.ts'

/** What somebody is shown of what is done in a list of flows. A copy, and what a file brings, are new flows as well. */
export function useFlowListRights(kind: FlowListKind) {
  const viewer = useViewer()
  const mayCreate = passesPermission(viewer, `${kind}:create`)
  return {
    rename: passesPermission(viewer, `${kind}:update`),
    duplicate: mayCreate && passesPermission(viewer, `${kind}:duplicate`),
    import: mayCreate && passesPermission(viewer, `${kind}:import`),
    export: passesPermission(viewer, `${kind}:export`),
    template: passesPermission(viewer, 'templates:flowexport'),
    delete: passesPermission(viewer, `${kind}:delete`),
  }
}
