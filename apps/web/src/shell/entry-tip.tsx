import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

/** The name of an entry beside its icon, while the menu shows icons only. */
export function EntryTip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Tooltip label={label} position="right">
      {children}
    </Tooltip>
  )
}
