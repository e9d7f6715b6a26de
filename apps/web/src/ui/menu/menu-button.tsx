import { type ComponentPropsWithRef, type ReactNode, useId, useState } from 'react'
import './menu.css'

/** What a menu needs of the button that opens it. */
export interface OpenMenu {
  /** Id of the button: it names the menu. */
  labelledBy: string
  onClose: () => void
}

type ButtonProps = Pick<
  ComponentPropsWithRef<'button'>,
  'id' | 'aria-haspopup' | 'aria-expanded' | 'onClick' | 'onFocus' | 'onPointerEnter'
>

interface MenuButtonProps {
  renderButton: (props: ButtonProps) => ReactNode
  /** Draws the menu while it is open: a component that is fetched with its first use. */
  renderMenu: (menu: OpenMenu) => ReactNode
  /** Fetches the menu: called when somebody is about to open it. */
  onNear: () => void
}

/** A button with a menu that is fetched when the button is about to be used: pages show up sooner without menus. */
export function MenuButton({ renderButton, renderMenu, onNear }: MenuButtonProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <span className="menu-button">
      {renderButton({
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: () => setIsOpen(true),
        onFocus: onNear,
        onPointerEnter: onNear,
      })}
      {isOpen ? renderMenu({ labelledBy: id, onClose: () => setIsOpen(false) }) : null}
    </span>
  )
}
