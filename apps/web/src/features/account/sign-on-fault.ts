import { type SignOnFault, signOnFaults } from '@runnel/contract'

/** The reason that an address tells; undefined for anything but our own codes, since anybody can write an address. */
export function signOnFaultOf(code: string | undefined): SignOnFault | undefined {
  return signOnFaults.find((fault) => fault === code)
}
