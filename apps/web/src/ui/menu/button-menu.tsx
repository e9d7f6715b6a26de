import { Menu, type MenuProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFocusReturn } from '../use-focus-return.ts'
import type { OpenMenu } from './menu-button.tsx'

interface ButtonMenuProps
  extends OpenMenu,
    Pick<MenuProps, 'width' | 'position' | 'withinPortal' | 'portalProps'> {
  children: ReactNode
}

/** The open menu of a `MenuButton`. Mount it to open it. */
export function ButtonMenu({ labelledBy, onClose, children, ...placing }: ButtonMenuProps) {
  useFocusReturn(true)
  return (
    <Menu opened onClose={onClose} position="bottom-end" {...placing}>
      <Menu.Target>
        <span className="menu-anchor" aria-hidden />
      </Menu.Target>
      <Menu.Dropdown aria-labelledby={labelledBy}>{children}</Menu.Dropdown>
    </Menu>
  )
}
