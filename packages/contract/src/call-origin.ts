/** From where a call came: the address of the peer, and what its program calls itself. */
export interface CallOrigin {
  address: string | null
  agent: string | null
}
