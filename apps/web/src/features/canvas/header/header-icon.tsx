import { ActionIcon, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

interface HeaderIconProps {
  label: string
  /** The key that does the same. */
  keys?: string | undefined
  /** The panel that it opens and closes. */
  panel?: string
  isOn?: boolean
  isDisabled?: boolean
  onClick: () => void
  children: ReactNode
}

/** A button of the header that is an icon alone. */
export function HeaderIcon({ label, keys, panel, isOn, isDisabled, onClick, children }: HeaderIconProps) {
  return (
    <Tooltip label={label} withinPortal={false}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        aria-keyshortcuts={keys}
        data-panel={panel}
        {...(isOn === undefined ? {} : { 'aria-expanded': isOn })}
        // Not the attribute `disabled`: with it the button would lose the focus by its own click, and hide its words.
        data-disabled={isDisabled ?? false}
        aria-disabled={isDisabled ?? false}
        onClick={() => !isDisabled && onClick()}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
