import {
  IconBuildingCommunity,
  IconBuildingStore,
  IconFiles,
  IconKey,
  IconListCheck,
  IconLock,
  IconLogin2,
  IconMessageCircle,
  IconRoute,
  IconShieldCheck,
  IconShieldLock,
  IconTimeline,
  IconTool,
  IconUserCog,
  IconUsers,
  IconVariable,
  type TablerIcon,
} from '@tabler/icons-react'
import { type DisplayRule, isShown, type Viewer } from '../session/display-rules.ts'

/** A page that the menu leads to. */
export type EntryId =
  | 'chatflows'
  | 'agentflows'
  | 'executions'
  | 'marketplaces'
  | 'tools'
  | 'credentials'
  | 'variables'
  | 'apikey'
  | 'document-stores'
  | 'sso-config'
  | 'roles'
  | 'users'
  | 'workspaces'
  | 'login-activity'
  | 'audit-log'
  | 'account'

/** One entry of the main menu: its text is `entries.<id>`, it shows when its rule passes. */
export interface MenuEntry {
  id: EntryId
  path: `/${EntryId}`
  /** Where the pages lie that belong to it and do not stand under its path. */
  covers?: readonly `/${string}`[]
  /** Where it leads who has no right at all, and is refused at its path. */
  withoutRights?: '/user-profile'
  icon: TablerIcon
  rule: DisplayRule
  /** The group that it stands in; the main list without one. */
  group?: MenuGroup
}

/** Groups below the main list, in their order; the title is `groups.<id>`. */
const menuGroups = ['people', 'others'] as const
export type MenuGroup = (typeof menuGroups)[number]

/** The main menu, in its order. */
export const menuEntries: readonly MenuEntry[] = [
  {
    id: 'chatflows',
    path: '/chatflows',
    covers: ['/canvas'],
    icon: IconMessageCircle,
    rule: { permission: 'chatflows:view' },
  },
  {
    id: 'agentflows',
    path: '/agentflows',
    covers: ['/agentcanvas', '/v2/agentcanvas'],
    icon: IconRoute,
    rule: { permission: 'agentflows:view' },
  },
  { id: 'executions', path: '/executions', icon: IconTimeline, rule: { permission: 'executions:view' } },
  {
    id: 'marketplaces',
    path: '/marketplaces',
    covers: ['/marketplace', '/v2/marketplace'],
    icon: IconBuildingStore,
    rule: { permission: 'templates:marketplace,templates:custom' },
  },
  { id: 'tools', path: '/tools', icon: IconTool, rule: { permission: 'tools:view' } },
  { id: 'credentials', path: '/credentials', icon: IconLock, rule: { permission: 'credentials:view' } },
  { id: 'variables', path: '/variables', icon: IconVariable, rule: { permission: 'variables:view' } },
  { id: 'apikey', path: '/apikey', icon: IconKey, rule: { permission: 'apikeys:view' } },
  {
    id: 'document-stores',
    path: '/document-stores',
    icon: IconFiles,
    rule: { permission: 'documentStores:view' },
  },
  {
    id: 'sso-config',
    path: '/sso-config',
    icon: IconShieldLock,
    rule: { permission: 'sso:manage', feature: 'feat:sso-config' },
    group: 'people',
  },
  {
    id: 'roles',
    path: '/roles',
    icon: IconShieldCheck,
    rule: { permission: 'roles:manage', feature: 'feat:roles' },
    group: 'people',
  },
  {
    id: 'users',
    path: '/users',
    icon: IconUsers,
    rule: { permission: 'users:manage', feature: 'feat:users' },
    group: 'people',
  },
  {
    id: 'workspaces',
    path: '/workspaces',
    covers: ['/workspace-users'],
    icon: IconBuildingCommunity,
    rule: { permission: 'workspace:view', feature: 'feat:workspaces' },
    group: 'people',
  },
  {
    id: 'login-activity',
    path: '/login-activity',
    icon: IconLogin2,
    rule: { permission: 'loginActivity:view', feature: 'feat:login-activity' },
    group: 'people',
  },
  {
    id: 'audit-log',
    path: '/audit-log',
    icon: IconListCheck,
    rule: { permission: 'loginActivity:view', feature: 'feat:login-activity' },
    group: 'people',
  },
  {
    id: 'account',
    path: '/account',
    covers: ['/user-profile'],
    withoutRights: '/user-profile',
    icon: IconUserCog,
    rule: { feature: 'feat:account' },
    group: 'others',
  },
]

/** Whether a page, by its address, belongs to an entry: it lies at or under what the entry leads to or covers. */
export function coversPage({ path, covers = [] }: MenuEntry, address: string): boolean {
  return [path, ...covers].some((each) => address === each || address.startsWith(`${each}/`))
}

/** An address that the menu leads to. */
export type MenuPath = `/${EntryId}` | '/user-profile'

/** Where an entry leads: who has no right at all here still has a page of their own. */
export function pathFor(viewer: Viewer, { path, withoutRights }: MenuEntry): MenuPath {
  const hasNone = viewer.platformType !== 'open source' && viewer.permissions.length === 0
  return hasNone && withoutRights ? withoutRights : path
}

/** The entry that a page belongs to; pages of visitors have none. */
export function findCurrentEntry(address: string): MenuEntry | undefined {
  return menuEntries.find((entry) => coversPage(entry, address))
}

/** What an entry asks for, and with it every page that belongs to it. */
export function ruleOf(id: EntryId): DisplayRule {
  const entry = menuEntries.find((each) => each.id === id)
  if (!entry) throw new Error(`The menu has no entry ${id}`)
  return entry.rule
}

/** The entries that this viewer may see. */
function shownEntries(viewer: Viewer): MenuEntry[] {
  return menuEntries.filter(({ rule }) => isShown(viewer, rule))
}

/** The lists of the menu that this viewer may see: the main list, then the groups that have an entry. */
export function shownMenu(viewer: Viewer): { group: MenuGroup | undefined; entries: MenuEntry[] }[] {
  const entries = shownEntries(viewer)
  return [undefined, ...menuGroups]
    .map((group) => ({ group, entries: entries.filter((entry) => entry.group === group) }))
    .filter((list) => list.entries.length > 0)
}
