import { ADMINISTRATOR } from './administrator.ts'
import type { ApiCaller } from './call-api.ts'
import type { Product } from './start-product.ts'

/** Somebody beside the administrator; the password is the administrator's. */
export interface JourneyPerson {
  id: string
  name: string
  email: string
}

/** Adds somebody to the organisation, as one who accepted an invitation: without a workspace. */
export async function addPerson(product: Product, name: string): Promise<JourneyPerson> {
  const id = crypto.randomUUID()
  const email = `${name.toLowerCase().replaceAll(/\W+/g, '.')}@example.org`
  await product.execute(`insert into "users"
      ("id", "email", "name", "passwordHash", "status", "createdAt", "updatedAt")
    select '${id}', '${email}', '${name}', "passwordHash", 'active', 1, 1
      from "users" where "email" = '${ADMINISTRATOR.email}'`)
  await product.execute(`insert into "organizationMembers"
      ("organizationId", "userId", "isAdmin", "status", "createdAt")
    select "id", '${id}', false, 'active', 1 from "organizations"`)
  return { id, name, email }
}

/** The id of a role of the organisation. */
export async function findRoleId(api: ApiCaller, name: string): Promise<string> {
  const roles = await api.get<{ id: string; name: string }[]>('/role')
  const role = roles.find((each) => each.name === name)
  if (!role) throw new Error(`There is no role ${name}.`)
  return role.id
}
