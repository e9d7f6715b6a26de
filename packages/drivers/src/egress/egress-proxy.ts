/** The proxy of the operator's, through which calls go out. */
export interface EgressProxy {
  host: string
  port: number
  /** Whether the proxy itself is spoken to by TLS. */
  tls: boolean
  account?: { user: string; password: string }
  /**
   * Who resolves names: `here`, and the proxy is asked for the address that was checked; or the `proxy`, which is asked for the
   * name and has to refuse by itself what leads inside.
   */
  names: 'here' | 'proxy'
}
