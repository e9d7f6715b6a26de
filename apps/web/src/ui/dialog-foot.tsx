import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import './dialog.css'

/** The buttons of a dialog, the last thing in it: they stay in view while what is above them scrolls. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <Group className="dialog-foot" justify="flex-end" gap="xs">
      {children}
    </Group>
  )
}
