import { unproven } from '@runnel/drivers'

/** One answer for every way that is not this browser's own, or is too old. */
export const unknownWay = () =>
  unproven(
    'This way back is not known here, or took too long. Begin with the sign-in once more.',
    undefined,
    'sso_unknown_way',
  )
