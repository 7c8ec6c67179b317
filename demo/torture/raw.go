package torture

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
)

// serveRaw accepts connections at a free port, reads the head of one request
// from each and hands it on with the path that it asks for.
func (s *Site) serveRaw(answer func(conn net.Conn, path string)) (addr string, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	s.closers = append(s.closers, l.Close)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				answer(conn, requestPath(conn))
			}()
		}
	}()
	return l.Addr().String(), nil
}

// requestPath reads the head of a request and returns its path; what is no HTTP
// has none.
func requestPath(conn net.Conn) (path string) {
	head := bufio.NewReader(conn)
	for {
		line, err := head.ReadString('\n')
		if err != nil || strings.TrimSpace(line) == "" {
			return path
		}
		if words := strings.Fields(line); path == "" && len(words) == 3 && strings.HasPrefix(words[2], "HTTP/") {
			path = words[1]
		}
	}
}

// hold keeps a connection open, and silent, until the other side has enough.
func hold(conn net.Conn) { io.Copy(io.Discard, conn) }

// answerRaw answers with HTTP that net/http would not let us write.
func (s *Site) answerRaw(conn net.Conn, path string) {
	n := s.hit(path)
	page := fmt.Sprintf("<!DOCTYPE html><title>raw</title><b class=item>%s</b>", path)
	head := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
	switch path {
	case "/headers-1m":
		fmt.Fprintf(conn, "%sX-Long: %s\r\n\r\n%s", head, strings.Repeat("h", 1<<20), page)
	case "/headers-10k":
		fmt.Fprintf(conn, "%s%s\r\n%s", head, strings.Repeat("X-Many: "+strings.Repeat("h", 100)+"\r\n", 10000), page)
	case "/header-crlf":
		fmt.Fprintf(conn, "%sX-Odd: one\rX-Two: two\r\n\r\n%s", head, page)
	case "/header-nul":
		fmt.Fprintf(conn, "%sX-Odd: a\x00b\r\n\r\n%s", head, page)
	case "/rst-mid":
		fmt.Fprintf(conn, "%sContent-Length: 100000\r\n\r\n%s", head, page)
		conn.(*net.TCPConn).SetLinger(0) // closing resets the connection
	case "/short":
		fmt.Fprintf(conn, "%sContent-Length: 100000\r\n\r\n%s", head, page)
	case "/http09":
		fmt.Fprint(conn, page)
	case "/bad-chunk":
		fmt.Fprintf(conn, "%sTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\nnot-a-number\r\n", head, len(page), page)
	case "/429-past", "/429-garbage":
		after := map[string]string{"/429-past": "Sat, 01 Jan 2000 00:00:00 GMT", "/429-garbage": "soon"}[path]
		if n == 1 {
			head = strings.Replace(head, "200 OK", "429 Too Many Requests", 1) + "Retry-After: " + after + "\r\n"
		}
		fmt.Fprintf(conn, "%sContent-Length: %d\r\n\r\n%s", head, len(page), page)
	}
}

// serveFull listens at a port whose queue of connections is full: who connects
// gets no answer at all.
func (s *Site) serveFull() (addr string, err error) {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return "", err
	}
	s.closers = append(s.closers, func() error { return syscall.Close(fd) })
	if err := syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		return "", err
	}
	if err := syscall.Listen(fd, 0); err != nil {
		return "", err
	}
	name, err := syscall.Getsockname(fd)
	if err != nil {
		return "", err
	}
	addr = fmt.Sprintf("127.0.0.1:%d", name.(*syscall.SockaddrInet4).Port)
	conn, err := net.Dial("tcp", addr) // takes the only place in the queue
	if err != nil {
		return "", err
	}
	s.closers = append(s.closers, conn.Close)
	return addr, nil
}
