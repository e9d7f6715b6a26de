import type { EventPosition } from '@runnel/contract/wire'

/** The log of a run could not be followed further: every try to connect again failed. The run itself goes on. */
export class RunStreamLost extends Error {
  /** The last event that was read; undefined when there was none. */
  readonly position: EventPosition | undefined

  constructor(position: EventPosition | undefined, cause: unknown) {
    super('The connection to the run was lost. The run goes on; open it again to see how it ends.', { cause })
    this.name = 'RunStreamLost'
    this.position = position
  }
}
