import { refusalOf, reservedOrganizationNames, tellWhy } from '@runnel/contract'

/** Some names are the product's own. @throws RunnelError `invalid_input` */
export function checkOrganizationName(name: string): void {
  if (!reservedOrganizationNames.includes(name.toLowerCase())) return
  throw refusalOf('invalid_input', tellWhy('organization_name_reserved', { name }), { path: 'name' })
}
