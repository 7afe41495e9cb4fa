/** What the API is called and where it is. */

export const apiTitle = 'Recruiter Open API'
export const apiVersion = '1.0.0'
/** The version is part of the path. */
export const apiPrefix = '/api/open/v1'
/** Where agents come in. */
export const mcpPath = '/api/mcp'
