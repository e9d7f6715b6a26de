import type { IncomingMessage } from 'node:http'
import { totalmem } from 'node:os'
import { refusalOf, tellWhy } from '@runnel/contract'
import type { FastifyReply } from 'fastify'
import { cutOffLate } from './on-client-error.ts'

/** Calls beyond the limit that may be under way as long as they run no flow, so that people still see what goes on. */
const RESERVE = 500
/** A body that takes longer than this to arrive makes room for others where there is none, in milliseconds. */
const SLOW_MS = 1_000

/** How often it is looked at what the bodies hold that are on their way, in milliseconds. */
const LOOK_EVERY_MS = 250
/** What they hold together at most, in bytes: one has up to 50 MB. */
const MOST_BYTES = Math.max(totalmem() / 8, 256 * 1024 * 1024)

/** Decides which calls are let in while many are under way. */
export interface Admission {
  /**
   * Counts a call until its answer is whole or its caller has left. @throws RunnelError `unavailable` when as many are
   * under way as may be
   */
  enter(reply: FastifyReply, call: { runsFlow: boolean }): void
}

/** A call whose body may still be on its way. */
interface Arriving {
  raw: IncomingMessage
  since: number
  /** What its connection had read before, in bytes. */
  readBefore: number
  /** Gives its place back, once. */
  leave(): void
}

const bytesOf = ({ raw: { socket }, readBefore }: Arriving): number =>
  socket.bytesRead > readBefore ? socket.bytesRead - readBefore : 0

/**
 * Lets in so many calls at once. What is under way is the measure: each holds a socket and mostly a run, whose time is
 * a vendor's, so neither the processor nor the loop tells in time that there are too many. A refusal costs next to
 * nothing: it comes before anything is read. Whoever only begins to send holds a place for nothing, and costs its holder
 * nothing either: where there is no other place, the one who sends the longest is cut off, and
 * so it is where all that are on their way hold too much together.
 */
export function createAdmission(most: number, mostBytes: number = MOST_BYTES): Admission {
  let underWay = 0
  let isPlanned = false
  /** The longest first. Those that have arrived meanwhile are found when room is made. */
  const arriving = new Set<Arriving>()

  function makeRoom(): boolean {
    for (const one of arriving) {
      if (!one.raw.complete && performance.now() - one.since < SLOW_MS) return false
      arriving.delete(one)
      if (one.raw.complete) continue
      cutOff(one)
      return true
    }
    return false
  }

  function cutOff(one: Arriving): void {
    one.leave()
    cutOffLate(one.raw.socket)
  }

  /** Cuts off who sends the longest while all of them together hold too much. */
  function lookAtBytes(): void {
    isPlanned = false
    for (const one of arriving) if (one.raw.complete) arriving.delete(one)
    let bytes = [...arriving].reduce((sum, one) => sum + bytesOf(one), 0)
    for (const one of arriving) {
      if (bytes <= mostBytes) break
      bytes -= bytesOf(one)
      cutOff(one)
    }
    if (arriving.size > 0) plan()
  }

  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    setTimeout(lookAtBytes, LOOK_EVERY_MS).unref()
  }

  return {
    enter({ raw, request }, { runsFlow }) {
      if (underWay >= most + (runsFlow ? 0 : RESERVE) && !makeRoom())
        throw refusalOf('unavailable', tellWhy('server_busy'))
      underWay += 1
      let isThere = true
      const one: Arriving = {
        raw: request.raw,
        since: performance.now(),
        readBefore: request.raw.socket.bytesRead,
        leave() {
          arriving.delete(one)
          if (isThere) underWay -= 1
          isThere = false
        },
      }
      arriving.add(one)
      plan()
      raw.once('close', one.leave)
    },
  }
}
