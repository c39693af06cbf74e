// Reads requests with forms, a line of JSON each, by Go's standard library, and prints what it read of each.
package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"os"
)

type asked struct {
	ContentType string `json:"contentType"`
	Body        string `json:"body"`
}

type read struct {
	Refused bool                `json:"refused"`
	Fields  map[string][]string `json:"fields"`
	Files   []string            `json:"files"`
}

func readOne(one asked) read {
	body, err := base64.StdEncoding.DecodeString(one.Body)
	if err != nil {
		panic(err)
	}
	request, err := http.NewRequest("POST", "http://127.0.0.1/", bytes.NewReader(body))
	if err != nil {
		panic(err)
	}
	request.Header.Set("Content-Type", one.ContentType)
	if err := request.ParseMultipartForm(1 << 24); err != nil {
		return read{Refused: true}
	}
	found := read{Fields: map[string][]string{}, Files: []string{}}
	for name, values := range request.MultipartForm.Value {
		for _, value := range values {
			found.Fields[name] = append(found.Fields[name], base64.StdEncoding.EncodeToString([]byte(value)))
		}
	}
	for name := range request.MultipartForm.File {
		found.Files = append(found.Files, name)
	}
	return found
}

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
		var one asked
		if err := json.Unmarshal(line, &one); err != nil {
			panic(err)
		}
		if err := encoder.Encode(readOne(one)); err != nil {
			panic(err)
		}
	}
}
