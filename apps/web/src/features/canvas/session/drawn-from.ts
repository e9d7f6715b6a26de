/** The port from which a line is drawn. */
export interface DrawnFrom {
  nodeId: string
  side: 'input' | 'output'
  anchor: string
}
