import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { MenuButton, type OpenMenu } from '../ui/menu/menu-button.tsx'

interface PlaceSwitcherProps {
  /** What it is the name of, for readers. */
  label: string
  name: string
  /** False where there is nothing else to choose. */
  hasChoice: boolean
  /** Loads the choices before they are asked for. */
  onNear: () => void
  renderMenu: (menu: OpenMenu) => ReactNode
}

/** Where the person is: its name, and where there is more than one, the choice of another. */
export function PlaceSwitcher({ label, name, hasChoice, onNear, renderMenu }: PlaceSwitcherProps) {
  if (!hasChoice)
    return (
      <p className="workspace-name" title={name}>
        <span className="visually-hidden">{label}: </span>
        {name}
      </p>
    )
  return (
    <MenuButton
      onNear={onNear}
      renderButton={(props) => (
        <UnstyledButton {...props} className="workspace-switcher" title={name}>
          <span className="visually-hidden">{label}: </span>
          <span className="workspace-name">{name}</span>
          <IconChevronDown size={15} stroke={1.8} aria-hidden />
        </UnstyledButton>
      )}
      renderMenu={renderMenu}
    />
  )
}
