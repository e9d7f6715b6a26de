import { UnstyledButton } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { MenuPath } from './menu-entries.ts'

const EntryTip = lazyPart(async () => (await import('./entry-tip.tsx')).EntryTip, {
  waiting: ({ children }) => children,
})

/** What the menu can hold: a page of ours, an address outside of it, or something to do. */
export type MenuItemKind =
  | { type: 'page'; path: MenuPath; isCurrent: boolean; onChoose?: (() => void) | undefined }
  | { type: 'link'; href: string }
  | { type: 'action'; run: () => void }

export type MenuItemProps = MenuItemKind & {
  name: string
  icon: TablerIcon
  /** Only the icon, with its name as a tooltip. */
  isCollapsed: boolean
}

/** One item of the main menu, by its type. */
export function MenuItem(item: MenuItemProps) {
  const { name, icon: Icon, isCollapsed } = item
  const { t } = useTranslation('shell')
  const content = (
    <>
      <Icon size={18} stroke={1.8} aria-hidden />
      {isCollapsed ? null : <span>{name}</span>}
    </>
  )
  const label = isCollapsed ? name : undefined
  const tipped = (entry: ReactElement) => (isCollapsed ? <EntryTip label={name}>{entry}</EntryTip> : entry)
  switch (item.type) {
    case 'page':
      return tipped(
        <Link
          to={item.path}
          className="menu-entry"
          aria-current={item.isCurrent ? 'page' : undefined}
          activeOptions={{ exact: true, includeSearch: false }}
          onClick={() => item.onChoose?.()}
          aria-label={label}
        >
          {content}
        </Link>,
      )
    case 'link':
      return tipped(
        <a className="menu-entry" href={item.href} target="_blank" rel="noreferrer" aria-label={label}>
          {content}
        </a>,
      )
    case 'action':
      return tipped(
        <UnstyledButton
          className="menu-entry"
          w="100%"
          fz="inherit"
          aria-label={label}
          onClick={() => item.run()}
        >
          {content}
        </UnstyledButton>,
      )
    default:
      item satisfies never
      return (
        <p className="menu-error" role="alert">
          {t('menu.unknown')}
        </p>
      )
  }
}
