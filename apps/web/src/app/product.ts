/** Where the releases of the product are published; asked only when someone opens the version dialog. */
export const LATEST_RELEASE_ADDRESS = 'https://api.github.com/repos/runnel/runnel/releases/latest'
