/** Calls from the page use a session and no API key. */
export const noKeyId = '00000000-0000-0000-0000-000000000000'
