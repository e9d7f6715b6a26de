import { type ComponentPropsWithRef, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { findInMenuOf } from '../focus-place.ts'
import './menu.css'

/** What a menu needs of the button that opens it. */
export interface OpenMenu {
  /** Id of the button: it names the menu. */
  labelledBy: string
  onClose: () => void
}

type ButtonProps = Pick<
  ComponentPropsWithRef<'button'>,
  'id' | 'aria-haspopup' | 'aria-expanded' | 'onClick' | 'onKeyDown' | 'onFocus' | 'onPointerEnter'
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
  // The menu takes the focus in a timer: keys that come before it still meet the button.
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key === 'Escape' && isOpen) setIsOpen(false)
    else if (event.key === 'ArrowDown') {
      setIsOpen(true)
      findInMenuOf(event.currentTarget)?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span className="menu-button">
      {renderButton({
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: () => setIsOpen(true),
        onKeyDown,
        onFocus: onNear,
        onPointerEnter: onNear,
      })}
      {isOpen ? renderMenu({ labelledBy: id, onClose: () => setIsOpen(false) }) : null}
    </span>
  )
}
