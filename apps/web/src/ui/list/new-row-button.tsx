import { Button } from '@mantine/core'
import type { ShownBy } from '@runnel/access'
import { IconPlus } from '@tabler/icons-react'
import { ShownIf } from '../../session/shown-if.tsx'

interface NewRowButtonProps {
  /** Who may make a row; others see no button. */
  permission: ShownBy
  label: string
  onClick: () => void
}

/** Makes a new row of a list: in the head of its page, and where there is none yet. */
export function NewRowButton({ permission, label, onClick }: NewRowButtonProps) {
  return (
    <ShownIf permission={permission}>
      <Button leftSection={<IconPlus size={16} />} onClick={onClick}>
        {label}
      </Button>
    </ShownIf>
  )
}
