import {
  IconBuildingStore,
  IconFiles,
  IconKey,
  IconListCheck,
  IconLock,
  IconLogin2,
  IconMessageCircle,
  IconRoute,
  IconTimeline,
  IconTool,
  IconUserCog,
  IconVariable,
  type TablerIcon,
} from '@tabler/icons-react'
import { type DisplayRule, isShown, type Viewer } from '../session/display-rules.ts'

type EntryId =
  | 'chatflows'
  | 'agentflows'
  | 'executions'
  | 'marketplaces'
  | 'tools'
  | 'credentials'
  | 'variables'
  | 'apikey'
  | 'document-stores'
  | 'login-activity'
  | 'audit-log'
  | 'account'

/** One entry of the main menu: its text is `entries.<id>`, it shows when its rule passes. */
export interface MenuEntry {
  id: EntryId
  path: `/${EntryId}`
  icon: TablerIcon
  rule: DisplayRule
}

/** The main menu, in its order. */
export const menuEntries: readonly MenuEntry[] = [
  {
    id: 'chatflows',
    path: '/chatflows',
    icon: IconMessageCircle,
    rule: { permission: 'chatflows:view' },
  },
  { id: 'agentflows', path: '/agentflows', icon: IconRoute, rule: { permission: 'agentflows:view' } },
  { id: 'executions', path: '/executions', icon: IconTimeline, rule: { permission: 'executions:view' } },
  {
    id: 'marketplaces',
    path: '/marketplaces',
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
    id: 'login-activity',
    path: '/login-activity',
    icon: IconLogin2,
    rule: { permission: 'loginActivity:view', feature: 'feat:login-activity' },
  },
  {
    id: 'audit-log',
    path: '/audit-log',
    icon: IconListCheck,
    rule: { permission: 'loginActivity:view', feature: 'feat:login-activity' },
  },
  { id: 'account', path: '/account', icon: IconUserCog, rule: { feature: 'feat:account' } },
]

/** The entries that this viewer may see. */
export function shownEntries(viewer: Viewer): MenuEntry[] {
  return menuEntries.filter(({ rule }) => isShown(viewer, rule))
}
