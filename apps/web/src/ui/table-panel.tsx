import { Box, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import './page-head.css'

interface TablePanelProps {
  /** What the table lists, for readers. */
  label: string
  /** Below this width, in pixels, the panel scrolls sideways instead of the page. */
  minWidth: number
  /** On a telephone its rows fit the panel: they leave out there what has the class `wide-only`. */
  fitsTelephone?: boolean
  children: ReactNode
}

/** A table in a panel; it takes the focus so that it can be scrolled by keyboard. */
export function TablePanel({ label, minWidth, fitsTelephone = false, children }: TablePanelProps) {
  return (
    <Box component="section" className="panel table-panel" aria-label={label} tabIndex={0}>
      <Table
        __vars={{ '--table-least': `${minWidth}px` }}
        data-fits={fitsTelephone || undefined}
        verticalSpacing="xs"
        horizontalSpacing="md"
      >
        {children}
      </Table>
    </Box>
  )
}
