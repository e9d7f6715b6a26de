/** Default settings of the app: constants of the product. */
export const BASENAME = ''
export const DEFAULT_PATH = '/chatflows'
export const FONT_FAMILY = "'Inter Variable', Inter, Roboto, Arial, sans-serif"
export const BORDER_RADIUS = 12
