// Reads queries, a line of JSON each, by Go's standard library, and prints what it read of each.
package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return
		}
		var query string
		if err := json.Unmarshal(line, &query); err != nil {
			panic(err)
		}
		request := http.Request{Method: "GET", URL: &url.URL{RawQuery: query}}
		// What is at fault is left out, and a handler that does not ask for the error goes on with the rest.
		_ = request.ParseForm()
		if err := encoder.Encode(request.Form); err != nil {
			panic(err)
		}
	}
}
