/** What is called from the page is called with no key. */
export const noKeyId = '00000000-0000-0000-0000-000000000000'
