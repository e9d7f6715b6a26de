import type { Problem } from '@runnel/contract'

/** Takes the problems that an import meets, in the order in which it meets them. */
export type Report = (problem: Problem) => void
