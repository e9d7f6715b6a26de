import type { Role } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { useViewer } from '../../session/use-viewer.ts'
import { roleChoicesQuery } from './people-queries.ts'
import { permissionsOf } from './roles/role-permissions.ts'

/**
 * The roles that the person may give: those that hold no more than they do. Undefined until they are known.
 * @param held what they hold in the workspace where it is given; by default what they hold where they are
 */
export function useGivableRoles(held?: readonly string[]): Role[] | undefined {
  const { isGlobal, permissions: heldHere } = useViewer()
  const permissions = held ?? heldHere
  const { data } = useQuery(roleChoicesQuery)
  return data?.filter((role) => isGlobal || permissionsOf(role).every((each) => permissions.includes(each)))
}
