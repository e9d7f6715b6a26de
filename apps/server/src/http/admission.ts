import { RunnelError } from '@runnel/contract'
import type { FastifyReply } from 'fastify'

/** Calls beyond the limit that may be under way as long as they run no flow, so that people still see what goes on. */
const RESERVE = 500

/** Decides which calls are let in while many are under way. */
export interface Admission {
  /**
   * Counts a call until its answer is whole or its caller has left. @throws RunnelError `unavailable` when as many are
   * under way as may be
   */
  enter(reply: FastifyReply, call: { runsFlow: boolean }): void
}

/**
 * Lets in so many calls at once. What is under way is the measure: each holds a socket and mostly a run, whose time is
 * a vendor's, so neither the processor nor the loop tells in time that there are too many. A refusal costs next to
 * nothing: it comes before anything is read.
 */
export function createAdmission(most: number): Admission {
  let underWay = 0
  return {
    enter(reply, { runsFlow }) {
      if (underWay >= most + (runsFlow ? 0 : RESERVE)) {
        throw new RunnelError(
          'unavailable',
          'The server is answering as many calls as it can. Try again in a moment.',
        )
      }
      underWay += 1
      reply.raw.once('close', () => {
        underWay -= 1
      })
    },
  }
}
