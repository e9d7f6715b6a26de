import { API_PREFIX } from '@runnel/contract'

/** One way to ask for people, or for what they did. */
export interface PeopleQuery {
  name: string
  path: string
  /** Asked by POST with this body when given. */
  body?: object
  /** What the answer must hold. */
  expects?: string
}

/** Every order, search and filter of the lists of people, at the start, in the middle and at the end. */
export function peopleQueries({
  organizationId,
  workspaceId,
}: {
  organizationId: string
  workspaceId: string
}): PeopleQuery[] {
  const ask = (name: string, path: string): PeopleQuery => ({ name, path: `${API_PREFIX}${path}` })
  const users = (name: string, query: string) =>
    ask(`users, ${name}`, `/organizationuser?organizationId=${organizationId}&limit=50&${query}`)
  const places = (name: string, query: string) =>
    ask(`places, ${name}`, `/workspaceuser?workspaceId=${workspaceId}&limit=50&${query}`)
  const activity = (name: string, body: object): PeopleQuery => ({
    name: `sign-ins, ${name}`,
    path: `${API_PREFIX}/audit/login-activity`,
    body,
  })
  const entries = (name: string, query: string) => ask(`audit, ${name}`, `/audit/entries?limit=50&${query}`)
  return [
    users('first page', 'page=1'),
    users('page 1,000', 'page=1000'),
    users('by name', 'page=1&sort=name'),
    users('by name, page 1,000', 'page=1000&sort=name'),
    users('by address', 'page=1&sort=email&direction=desc'),
    users('by last sign-in', 'page=1&sort=lastLogin'),
    users('search of one', 'page=1&search=person77.'),
    users('search of a tenth', 'page=1&search=Grace'),
    users('search of a tenth, by name', 'page=1&search=Grace&sort=name'),
    users('search of nobody', 'page=1&search=nowhere'),
    users('invited', 'page=1&status=invited'),
    users('active', 'page=1&status=active'),
    users('active by name', 'page=1&status=active&sort=name'),
    users('barred', 'page=1&status=disable'),
    places('first page', 'page=1'),
    places('by name', 'page=1&sort=name'),
    places('search of one', 'page=1&search=person77.'),
    places('search of a tenth', 'page=1&search=Grace'),
    ask('workspaces, first page', `/workspace?organizationId=${organizationId}&page=1&limit=50`),
    ask(
      'workspaces, search',
      `/workspace?organizationId=${organizationId}&page=1&limit=50&search=Workspace%2077`,
    ),
    activity('first page', { pageNo: 1 }),
    activity('page 500', { pageNo: 500 }),
    activity('refused', { pageNo: 1, activityCodes: [-2] }),
    activity('search of one', { pageNo: 1, search: 'person77.' }),
    activity('search of one that went well', { pageNo: 1, search: 'person77.', activityCodes: [0] }),
    activity('search of nobody', { pageNo: 1, search: 'nowhere' }),
    entries('first page', 'page=1'),
    entries('page 1,000', 'page=1000'),
    entries('by act', 'page=1&action=role.updated'),
    entries('search of one', 'page=1&search=person77.'),
    entries('search of nobody', 'page=1&search=nowhere'),
  ]
}
