import { Box, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import './page-head.css'

interface TablePanelProps {
  /** What the table lists, for readers. */
  label: string
  /**
   * Below this width, in pixels, the panel of a desk scrolls sideways instead of the page. On smaller screens the rows
   * fit; on a telephone they leave out what has the class `wide-only`.
   */
  minWidth: number
  children: ReactNode
}

/** A table in a panel; it takes the focus so that it can be scrolled by keyboard. */
export function TablePanel({ label, minWidth, children }: TablePanelProps) {
  return (
    <Box component="section" className="panel table-panel" aria-label={label} tabIndex={0}>
      <Table __vars={{ '--table-least': `${minWidth}px` }} verticalSpacing="xs" horizontalSpacing="md">
        {children}
      </Table>
    </Box>
  )
}
